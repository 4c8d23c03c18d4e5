import { indianDay } from '#shared/day.ts'
import type { Job } from './background.ts'
import type { Deps } from './deps.ts'

/** The work of a job that is done once at its process's start and at each turn of the Indian day; what fails is tried again at the next look. */
export function eachDay(deps: Pick<Deps, 'now'>, work: Job['work']): Job['work'] {
  let doneFor: string | undefined
  return async (isStopping) => {
    const today = indianDay(deps.now())
    if (today === doneFor) return
    await work(isStopping)
    if (!isStopping()) doneFor = today
  }
}
