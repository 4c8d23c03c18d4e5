import type { Random } from '#testing/random.ts'

/** Chooses among so many things as shoppers do: number n, counted from 0, is asked for (n + 1) ** -exponent times as often as number 0. */
export function zipf(count: number, { fraction }: Pick<Random, 'fraction'>, exponent = 1) {
  const sums = new Float64Array(count)
  let sum = 0
  for (let at = 0; at < count; at++) {
    sum += (at + 1) ** -exponent
    sums[at] = sum
  }
  return () => {
    const wanted = fraction() * sum
    let [from, to] = [0, count - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? 0) > wanted) to = middle
      else from = middle + 1
    }
    return from
  }
}
