import { checksOf } from './checks.ts'
import type { Options } from './options.ts'
import { reportEngines } from './report.ts'
import { runSize, type SizeReport } from './run-size.ts'
import { checksTable, processTable, resultsTable } from './tables.ts'

/** Every kind of request by itself, in shops of several sizes. */
export const measureSizes = (options: Options, tell: (line: string) => void, testDatabaseUrl: string | undefined) =>
  reportEngines(
    options,
    async (engine, besideCopy) => {
      const sizes: SizeReport[] = []
      for (const size of options.sizes)
        sizes.push(await runSize(engine, size, options, besideCopy, tell, testDatabaseUrl))
      return { facts: sizes[0]?.facts ?? '', sizes, checks: checksOf(engine, sizes) }
    },
    ({ sizes, checks }) => [
      ...sizes.map(({ size, results }) => resultsTable(`${size} products`, results)),
      processTable(sizes),
      checksTable(checks),
    ],
  )
