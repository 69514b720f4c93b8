// Questions to the assistant, and how it is set up. Keys go to the server and never come back.

import type { Schemas } from "./types";

export type Answer = Schemas["AnswerView"];
export type AssistantView = Schemas["AssistantView"];
export type EndpointWish = Schemas["EndpointWish"];
export type Question = Schemas["AskWish"];
export type Through = Schemas["Through"];
/** Why an endpoint did not answer. */
export type Trouble = Schemas["TroubleView"]["code"];
