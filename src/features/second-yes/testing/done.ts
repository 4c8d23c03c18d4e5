/** The answer of an act that did not wait for a second person. */
export function done<Answer extends object>(answer: Answer): Exclude<Answer, { waiting: unknown }> {
  if ('waiting' in answer) throw new Error('this act waits for a second person')
  return answer as Exclude<Answer, { waiting: unknown }>
}
