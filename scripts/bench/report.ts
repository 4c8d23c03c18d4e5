import type { Check } from './checks.ts'
import type { describeMachine } from './machine.ts'

/** What a run has to say. */
export interface Report {
  /** Its tables, in Markdown. */
  texts: string[]
  /** All of its figures. */
  figures: Record<string, unknown>
  checks: Check[]
}

/** Which version on which machine, in a line. */
export function aboutMachine({ date, commit, machine, node, isBusy }: ReturnType<typeof describeMachine>) {
  const busy = isBusy ? ' Something else ran meanwhile: look at shares and CPU time.' : ''
  return `${date}, commit ${commit}. ${machine}. Node ${node}.${busy}`
}
