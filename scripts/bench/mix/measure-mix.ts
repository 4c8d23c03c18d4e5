import type { Options } from '../options.ts'
import { aboutMachine, describeRun, figuresOf, type Report } from '../report.ts'
import { checksTable, resultsTable } from '../tables.ts'
import { type MixReport, runMix } from './run-mix.ts'
import { readStretches, stretchesOf } from './stretches.ts'

/** A shop that is used while it changes. */
export async function measureMix(
  options: Options,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<Report> {
  const { engines: wanted, turns, turnMs } = options
  const { besideCopy, machine } = describeRun(options)
  const stretches = readStretches()
  const engines: Record<string, MixReport> = {}
  for (const engine of wanted) {
    const report = await runMix(engine, options, besideCopy, tell, testDatabaseUrl)
    engines[engine] = { ...report, checks: [...report.checks, ...stretchesOf(engine, stretches)] }
  }
  const texts = Object.values(engines).map(({ facts, results, checks }) => {
    const setup = `${turns} turns of ${turnMs / 1000} s each. ${facts}.`
    return [`${aboutMachine(machine)} ${setup}`, resultsTable('', results), checksTable(checks)].join('\n\n')
  })
  texts.push(
    stretches
      ? `Stretches of the main thread: npm run stalls, ${stretches.date}, commit ${stretches.commit}.`
      : 'Stretches of the main thread were not measured: npm run stalls does it, and the next run cites it.',
  )
  const checks = Object.values(engines).flatMap((engine) => engine.checks)
  return { texts, figures: figuresOf(engines, { ...machine, turns, turnMs }), checks }
}
