// The types of the server's interface, under the names that the pages use. schema.ts is made from the description that the
// server gives of itself (`npm run types`), so nothing here is kept in step by hand.

import type { components } from "./schema";

export type Schemas = components["schemas"];

export type ClockView = Schemas["ClockView"];
export type Created = Schemas["Created"];
export type EndReason = ResultView["reason"];
export type ExploredMove = Schemas["ExploredMoveView"];
export type ExploredView = Schemas["ExploredView"];
export type GameSummary = Schemas["GameSummary"];
export type GameView = Schemas["GameView"];
export type HintView = Schemas["HintView"];
export type ImportProgress = Schemas["ImportProgress"];
export type LabFileView = Schemas["LabFileView"];
export type LabOrder = Schemas["LabOrder"];
export type LabRunDetail = Schemas["LabRunDetail"];
export type LabRunView = Schemas["LabRunView"];
export type LabView = Schemas["LabView"];
export type LearningView = Schemas["LearningView"];
export type LegalMove = Schemas["LegalMove"];
export type LibraryEntry = Schemas["LibraryEntry"];
export type LibraryGame = Schemas["LibraryGameView"];
export type LibraryPage = Schemas["LibraryPage"];
export type LiveMessage = Schemas["LiveMessage"];
export type NewGame = Schemas["GameWish"];
export type OddityView = Schemas["OddityView"];
export type OpeningView = Schemas["OpeningView"];
export type ParameterView = Schemas["ParameterView"];
export type PlaceView = Schemas["PlaceView"];
export type PlayerView = Schemas["PlayerView"];
export type PlyView = Schemas["PlyView"];
export type PositionView = Schemas["PositionView"];
export type ResultView = Schemas["ResultView"];
export type ResultsView = Schemas["ResultsView"];
export type Seat = Schemas["SeatWish"];
export type SeatView = Schemas["SeatView"];
export type SetupView = Schemas["SetupView"];
export type StorageTrouble = Schemas["StorageTrouble"];
export type StudyListed = Schemas["StudyListed"];
export type StudyView = Schemas["StudyView"];
export type TagView = Schemas["TagView"];
export type Thought = Schemas["Thought"];
export type LogsView = Schemas["LogsView"];
export type TournamentView = Schemas["TournamentView"];
export type TuningView = Schemas["TuningView"];
