// What is asked about accounts, loaded with their pages.

import { ApiError } from "../api/client";
import type { Schemas } from "../api/types";
import { tp, type PeopleKey } from "./people-texts";
import { refusalText } from "./refusals";
import { api } from "./server";

export const accounts = {
  setMe: (body: Schemas["MeWish"]) => api.request("put", "/api/me", { body }),
  signUp: (body: Schemas["AccountWish"]) => api.request("post", "/api/accounts", { body }),
  logIn: (body: Schemas["SessionWish"]) => api.request("post", "/api/session", { body }),
  logOut: () => api.request("delete", "/api/session"),
  changePassword: (body: Schemas["PasswordWish"]) => api.request("put", "/api/account/password", { body }),
  remove: (password: string) => api.request("post", "/api/account/delete", { body: { password } }),
};

const REFUSALS: Record<string, PeopleKey> = {
  "log-in": "refusedLogIn",
  "wrong-password": "refusedPassword",
  "name-taken": "refusedName",
  "weak-password": "refusedWeak",
};

/** Says why something about accounts failed. */
export function accountRefusal(error: unknown): string {
  const key = error instanceof ApiError ? REFUSALS[error.code] : undefined;
  return key ? tp(key) : refusalText(error);
}
