import { readDraft, type TypedApplication } from '../../application-form.rules.ts'

/** The draft is in this tab only and is sent nowhere. */
const KEY = 'haat-producer-form'

// A browser may refuse to store it.

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
