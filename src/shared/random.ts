/** Numbers that look random and come again with the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 to below 1 (mulberry32). */
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(fraction() * count)
  return {
    fraction,
    below,
    whole: (from: number, to: number) => from + below(to - from + 1),
    happens: (chance: number) => fraction() < chance,
    pick<T>(from: readonly T[]): T {
      const [picked] = from.slice(below(from.length))
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
export type Random = ReturnType<typeof createRandom>
