import type { Check } from './checks.ts'
import { commitOf, describeMachine } from './machine.ts'
import type { Engine, Options } from './options.ts'
import { prepareCopy, type WorkingCopy } from './working-copy.ts'

/** What a run has to say. */
export interface Report {
  /** Its tables, in Markdown. */
  texts: string[]
  /** All of its figures, by engine. */
  figures: Record<string, unknown>
  checks: Check[]
}

/** What is measured where: this version on this machine, and the working copy that takes turns with it, made ready to run. */
function describeRun({ beside }: Pick<Options, 'beside'>) {
  const besideCopy = beside === undefined ? undefined : prepareCopy(beside)
  return { besideCopy, machine: { ...describeMachine(), beside: besideCopy && commitOf(besideCopy.folder) } }
}

/** The same in a line. */
function aboutMachine({ date, commit, machine, node, isBusy, beside }: ReturnType<typeof describeRun>['machine']) {
  const besides = beside ? `, beside commit ${beside}` : ''
  const busy = isBusy ? ' Something else ran meanwhile: look at shares and CPU time.' : ''
  return `${date}, commit ${commit}${besides}. ${machine}. Node ${node}.${busy}`
}

/** Measures the engines that are wanted, one after the other, and puts what was found into tables. */
export async function reportEngines<Found extends { facts: string; checks: Check[] }>(
  options: Options,
  measure: (engine: Engine, besideCopy: WorkingCopy | undefined) => Promise<Found>,
  tablesOf: (found: Found) => string[],
): Promise<Report> {
  const { turns, turnMs } = options
  const { besideCopy, machine } = describeRun(options)
  const texts: string[] = []
  const figures: Report['figures'] = {}
  const checks: Check[] = []
  for (const engine of options.engines) {
    const found = await measure(engine, besideCopy)
    const setup = `${turns} turns of ${turnMs / 1000} s each. ${found.facts}.`
    texts.push([`${aboutMachine(machine)} ${setup}`, ...tablesOf(found)].join('\n\n'))
    // Each with what is true of all: one engine may be measured again later.
    figures[engine] = { ...machine, turns, turnMs, ...found }
    checks.push(...found.checks)
  }
  return { texts, figures, checks }
}
