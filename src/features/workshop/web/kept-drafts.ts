// What somebody typed stays on the phone until the server has it: each person's own, and no longer than they are logged in.

const PREFIX = 'haat-workshop-'
const keyOf = (person: string, what: string) => `${PREFIX}${person}-${what}`

// A browser may refuse to store it: then it is gone with the page.

/** The typed fields by their names; undefined: none are kept. */
export function loadKept(person: string, what: string): Record<string, string> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person, what)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  } catch {
    return undefined
  }
}

/** False: the browser did not keep it. */
export function keep(person: string, what: string, typed: Readonly<Record<string, string>>) {
  try {
    localStorage.setItem(keyOf(person, what), JSON.stringify(typed))
    return true
  } catch {
    return false
  }
}

export function dropKept(person: string, what: string) {
  try {
    localStorage.removeItem(keyOf(person, what))
  } catch {}
}

/** All of a person's, when they log out. */
export function forgetKept(person: string) {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyOf(person, ''))) localStorage.removeItem(key)
  } catch {}
}

/** What another person of a shared phone had typed, when somebody else comes in. */
export function forgetKeptOfOthers(person: string) {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(keyOf(person, ''))) localStorage.removeItem(key)
  } catch {}
}
