import type { Check } from './checks.ts'
import { commitOf, describeMachine } from './machine.ts'
import type { Options } from './options.ts'
import { prepareCopy } from './working-copy.ts'

/** What a run has to say. */
export interface Report {
  /** Its tables, in Markdown. */
  texts: string[]
  /** All of its figures, by engine. */
  figures: Record<string, unknown>
  checks: Check[]
}

/** Figures of each engine, each with what is true of all: one of them may be measured again later. */
export const figuresOf = (engines: Readonly<Record<string, object>>, about: object) =>
  Object.fromEntries(Object.entries(engines).map(([engine, figures]) => [engine, { ...about, ...figures }]))

/** What is measured where: this version on this machine, and the working copy that takes turns with it, made ready to run. */
export function describeRun({ beside }: Pick<Options, 'beside'>) {
  const besideCopy = beside === undefined ? undefined : prepareCopy(beside)
  return { besideCopy, machine: { ...describeMachine(), beside: besideCopy && commitOf(besideCopy.folder) } }
}

/** The same in a line. */
export function aboutMachine({
  date,
  commit,
  machine,
  node,
  isBusy,
  beside,
}: ReturnType<typeof describeRun>['machine']) {
  const besides = beside ? `, beside commit ${beside}` : ''
  const busy = isBusy ? ' Something else ran meanwhile: look at shares and CPU time.' : ''
  return `${date}, commit ${commit}${besides}. ${machine}. Node ${node}.${busy}`
}
