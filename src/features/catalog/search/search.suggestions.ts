/** With fewer letters nearly everything begins. */
export const SHORTEST_SUGGESTED = 2

/** How many are suggested of each kind: together they fit on a phone above its keyboard, with a little scrolling. */
export const MOST_SUGGESTED = { words: 4, categories: 2, producers: 2, products: 4 } as const
