/** A shopper's entry as it was hashed. */
export interface OwnEntry {
  number: number
  hash: string
  opening?: string | undefined
}

/** What is wrong with a file, or its last entry and its rows by kind. */
export type ScriptAnswer =
  | { problem: string }
  | { last?: { number: string; hash: string }; computed: number; hidden: number; problem?: undefined }

/** `missing`: own entries that the file has otherwise or not at all. */
export type Checked = ScriptAnswer & { missing: readonly number[] }

export interface ToCheck {
  text: string
  own: readonly OwnEntry[]
}

/** Rows of these entries, by number. In form 2 the number is the second cell. */
function rowsOf(text: string, own: readonly OwnEntry[]) {
  const wanted = new Set(own.map(({ number }) => number))
  return new Map(
    text.split(/[\r\n]+/).flatMap((line): [number, string][] => {
      const number = Number(/^(?:2,)?(\d+),/.exec(line)?.[1])
      return wanted.has(number) ? [[number, line]] : []
    }),
  )
}

/** Own entries that the file has with another hash or commitment, or not at all. */
export async function missingOf({ text, own }: ToCheck, sha256: (text: string) => Promise<string>) {
  const rows = rowsOf(text, own)
  const missing: number[] = []
  for (const { number, hash, opening } of own) {
    const cells = rows.get(number)?.replaceAll('"', '').split(',') ?? []
    const isOpen = opening === undefined || cells.at(-3) === (await sha256(opening))
    if (cells.at(-1) !== hash || !isOpen) missing.push(number)
  }
  return missing
}
