type Pages<Item> = ReadonlyMap<number, readonly Item[]>

export interface ShownPages<Item> {
  first: number
  items: Item[]
}

/** The page in the URL with all pages before it seen without a gap; no item twice. */
export function joinPages<Item extends { _id: string }>(
  seen: Pages<Item>,
  page: number,
  items: readonly Item[],
): ShownPages<Item> {
  const parts = [items]
  let first = page
  for (let before = seen.get(first - 1); before; before = seen.get(first - 1)) {
    parts.unshift(before)
    first -= 1
  }
  return { first, items: [...new Map(parts.flat().map((item) => [item._id, item])).values()] }
}
