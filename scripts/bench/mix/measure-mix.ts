import type { Options } from '../options.ts'
import { type Report, reportEngines } from '../report.ts'
import { checksTable, resultsTable } from '../tables.ts'
import { runMix } from './run-mix.ts'
import { readStretches, stretchesOf } from './stretches.ts'

/** A shop that is used while it changes. */
export async function measureMix(
  options: Options,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<Report> {
  const stretches = readStretches()
  const report = await reportEngines(
    options,
    async (engine, besideCopy) => {
      const found = await runMix(engine, options, besideCopy, tell, testDatabaseUrl)
      return { ...found, checks: [...found.checks, ...stretchesOf(engine, stretches)] }
    },
    ({ results, checks }) => [resultsTable('', results), checksTable(checks)],
  )
  const cited = stretches
    ? `Stretches of the main thread: npm run stalls, ${stretches.date}, commit ${stretches.commit}.`
    : 'Stretches of the main thread were not measured: npm run stalls does it, and the next run cites it.'
  return { ...report, texts: [...report.texts, cited] }
}
