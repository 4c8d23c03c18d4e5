import { readDraft, type TypedApplication } from '../application-form.rules.ts'

/** In this tab only, gone with it; sent nowhere. */
const KEY = 'haat-producer-form'

// The browser may refuse to store anything: then no draft is kept.

export function loadDraft(): Partial<TypedApplication> {
  try {
    return readDraft(sessionStorage.getItem(KEY))
  } catch {
    return {}
  }
}

export function keepDraft(typed: TypedApplication) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {}
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}
