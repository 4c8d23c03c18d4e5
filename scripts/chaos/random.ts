/** Numbers that look random and come again with the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 to below 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { fraction: next, whole, happens: (chance: number) => next() < chance }
}
export type Random = ReturnType<typeof createRandom>
