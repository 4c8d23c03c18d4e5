import { checksOf } from './checks.ts'
import type { Options } from './options.ts'
import { aboutMachine, describeRun, figuresOf, type Report } from './report.ts'
import { runSize, type SizeReport } from './run-size.ts'
import { checksTable, processTable, resultsTable } from './tables.ts'

/** Every kind of request by itself, in shops of several sizes. */
export async function measureSizes(
  options: Options,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<Report> {
  const { engines: wanted, turns, turnMs } = options
  const { besideCopy, machine } = describeRun(options)
  const engines: Record<string, { facts: string; sizes: SizeReport[]; checks: ReturnType<typeof checksOf> }> = {}
  for (const engine of wanted) {
    const sizes: SizeReport[] = []
    for (const size of options.sizes)
      sizes.push(await runSize(engine, size, options, besideCopy, tell, testDatabaseUrl))
    engines[engine] = { facts: sizes[0]?.facts ?? '', sizes, checks: checksOf(engine, sizes) }
  }
  const texts = Object.values(engines).map(({ facts, sizes, checks }) => {
    const setup = `${turns} turns of ${turnMs / 1000} s each. ${facts}.`
    const tables = [
      ...sizes.map(({ size, results }) => resultsTable(`${size} products`, results)),
      processTable(sizes),
      checksTable(checks),
    ]
    return [`${aboutMachine(machine)} ${setup}`, ...tables].join('\n\n')
  })
  const checks = Object.values(engines).flatMap((engine) => engine.checks)
  return { texts, figures: figuresOf(engines, { ...machine, turns, turnMs }), checks }
}
