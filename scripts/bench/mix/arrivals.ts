import type { Random } from '#testing/random.ts'

/**
 * When people come, in ms from the start and in order: so many a second on average for so long, each without regard to the others, as
 * they do. It is fixed before anybody is sent, so a shop that is slow does not get fewer.
 */
export function arrivals(perSecond: number, ms: number, { fraction }: Pick<Random, 'fraction'>) {
  const times: number[] = []
  const pause = () => (-Math.log(1 - fraction()) * 1000) / perSecond
  for (let at = pause(); at < ms; at += pause()) times.push(at)
  return times
}
