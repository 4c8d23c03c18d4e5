// What somebody typed stays on the phone until the server has it, or they log out. Each person reads their own alone; a login takes nothing of another's.

const PREFIX = 'haat-workshop-'
const keyOf = (person: string, what: string) => `${PREFIX}${person}-${what}`

// A browser may refuse to store it: then it is gone with the page.

/** As it was kept, whatever a former version kept; undefined: nothing is. */
export function readKept(person: string, what: string): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person, what)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...kept } : undefined
  } catch {
    return undefined
  }
}

/** The typed fields by their names; undefined: none are kept. */
export function readKeptTexts(person: string, what: string): Record<string, string> | undefined {
  const kept = readKept(person, what)
  return (
    kept &&
    Object.fromEntries(
      Object.entries(kept).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  )
}

/** False: the browser did not keep it. */
export function keep(person: string, what: string, typed: object) {
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

/** All that this person typed, as they log out; what others of a shared phone typed waits for them. */
export function forgetKept(person: string) {
  try {
    const own = keyOf(person, '')
    for (const key of Object.keys(localStorage)) if (key.startsWith(own)) localStorage.removeItem(key)
  } catch {}
}
