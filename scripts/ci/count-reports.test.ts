import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The real .ci/run in a folder of its own, where `npm` is a script that leaves the reports of the runners, as they write them.

const root = fileURLToPath(new URL('../..', import.meta.url))

const vitestReport = (passed: number, failures: string[] = [], unloaded = 0) => ({
  numPassedTests: passed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    {
      name: `${folder}/src/cart.test.ts`,
      status: failures.length > 0 ? 'failed' : 'passed',
      message: '',
      assertionResults: [
        { ancestorTitles: [], title: 'is right', status: 'passed', failureMessages: [] },
        ...failures.map((message, index) => ({
          ancestorTitles: ['a cart'],
          title: `adds up ${index + 1}`,
          status: 'failed',
          failureMessages: [message],
        })),
      ],
    },
    ...Array.from({ length: unloaded }, () => ({
      name: `${folder}/src/tax.test.ts`,
      status: 'failed',
      message: 'Cannot find ./tax.ts',
      assertionResults: [],
    })),
  ],
})
const errorsOfBrowser = () => [
  { message: '\u001b[31mTest timeout\u001b[39m exceeded.' },
  {
    message: `Error: not seen\n\nCall log:\n${'  - waiting\n'.repeat(40)}  - covered by a dialog\n`,
    location: { file: `${folder}/e2e/cart.spec.ts`, line: 5, column: 9 },
  },
]
const playwrightReport = (...statuses: string[]) => ({
  config: { rootDir: `${folder}/e2e` },
  errors: [],
  suites: [
    {
      title: 'cart.spec.ts',
      file: 'cart.spec.ts',
      specs: [],
      suites: [
        {
          title: 'on a phone',
          file: 'cart.spec.ts',
          specs: statuses.map((status, index) => ({
            title: `is bought ${index + 1}`,
            file: 'cart.spec.ts',
            tests: [
              {
                status,
                expectedStatus: 'passed',
                projectName: 'phone',
                results: [{ errors: status === 'unexpected' ? errorsOfBrowser() : [] }],
              },
            ],
          })),
        },
      ],
    },
  ],
})

interface Suite {
  reports: Record<string, unknown>
  code?: number
  /** Goes on until it is stopped. */
  hangs?: boolean
}
const counts = (passed: number, failures: string[] = [], skipped = 0) => ({
  'counts.json': { passed, failed: failures.length, skipped, failures },
})
const green = (): Record<string, Suite> => ({
  test: { reports: { 'vitest.json': vitestReport(10), 'playwright.json': playwrightReport('expected', 'expected') } },
  'run fuzz': { reports: counts(1) },
  'run check:postgres': { reports: { 'vitest.json': vitestReport(9) } },
  'run fuzz:postgres': { reports: counts(1) },
  'run check:container': { reports: counts(1) },
  'run chaos': { reports: counts(8) },
  'run check:spreadsheets': { reports: counts(1) },
  'run check:browsers': { reports: counts(2) },
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-ci-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs .ci/run with suites that do as told; `stopped` sends SIGTERM when a suite hangs. */
async function runCi(changes: Record<string, Suite>, { stopped = false } = {}) {
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'scripts', 'ci'), { recursive: true })
  await cp(join(root, '.ci'), join(folder, '.ci'), { recursive: true })
  await cp(join(root, 'scripts/ci/count-reports.mjs'), join(folder, 'scripts/ci/count-reports.mjs'))
  const cases = Object.entries({ ...green(), ...changes }).map(([command, { reports, code = 0, hangs }]) => {
    const files = Object.entries(reports).map(([name, content]) => {
      return `printf '%s' '${JSON.stringify(content)}' >"$TEST_REPORTS/${name}"`
    })
    return `'${command}') ${[...files, ...(hangs ? ['echo hanging as $$', 'sleep 1000'] : []), `exit ${code}`].join('; ')} ;;`
  })
  await writeFile(
    join(folder, 'bin', 'npm'),
    `#!/bin/sh\n[ "$1" = test ] && name=test || name="$1 $2"\ncase $name in\n${cases.join('\n')}\nesac\n`,
    { mode: 0o755 },
  )
  // Nothing is installed by a test.
  await writeFile(join(folder, 'bin', 'apt-get'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  // There is a spreadsheet.
  await writeFile(join(folder, 'bin', 'soffice'), '#!/bin/sh\n', { mode: 0o755 })
  const child = spawn('bash', [join(folder, '.ci', 'run')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, CI: 'true', PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
  })
  if (stopped) child.stdout.on('data', (chunk) => `${chunk}`.includes('hanging') && child.kill('SIGTERM'))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const printed = await text(child.stdout)
  return { lines: printed.trimEnd().split('\n'), code: await ended }
}

describe.skipIf(process.platform === 'win32')('the last line of .ci/run', () => {
  test('counts what every runner reported', async () => {
    const { lines, code } = await runCi({})
    expect(lines.slice(-2)).toEqual(['2 skipped', '35 passed, 0 failed'])
    expect(code).toBe(0)
  })

  test('counts what failed, and the other suites run all the same', async () => {
    const { lines, code } = await runCi({
      'run fuzz': { reports: counts(0, ['npm run fuzz -- --seed 7\nanswered 500']), code: 1 },
      'run chaos': { reports: counts(6, ['kill: an order is lost', 'disk: it did not start'], 1), code: 1 },
    })
    expect(lines.slice(-7)).toEqual([
      '2 fuzzing: npm run fuzz -- --seed 7',
      '  answered 500',
      '6 chaos: kill: an order is lost',
      '6 chaos: disk: it did not start',
      '',
      '3 skipped',
      '32 passed, 3 failed',
    ])
    expect(code).toBe(1)
  })

  test('a suite that did not run is a failed one, and so is one that failed without a failed test', async () => {
    const { lines, code } = await runCi({
      // Types are wrong: no test was run.
      test: { reports: {}, code: 2 },
      'run check:postgres': { reports: { 'vitest.json': vitestReport(9) }, code: 1 },
    })
    expect(lines.slice(-2)).toEqual(['1 skipped', '23 passed, 3 failed'])
    expect(lines).toContain('FAILED 1 npm test: 0 of 2 (vitest did not run, playwright did not run, ended with code 2)')
    expect(code).toBe(1)
  })

  test('a file of tests that cannot be loaded and a journey that was never begun are failed ones', async () => {
    const { lines, code } = await runCi({
      test: {
        reports: {
          'vitest.json': vitestReport(10, [], 1),
          'playwright.json': playwrightReport('expected', 'skipped', 'unexpected', 'flaky'),
        },
        code: 1,
      },
    })
    expect(lines.slice(-2)).toEqual(['2 skipped', '35 passed, 3 failed'])
    expect(code).toBe(1)
  })

  test('the tests that failed are named before it, each with its error, at most 20 of them', async () => {
    const { lines } = await runCi({
      test: {
        reports: {
          'vitest.json': vitestReport(
            10,
            [`AssertionError: expected 1 to be 2\n    at node_modules/a.js:1:1\n    at ${folder}/src/cart.test.ts:7:3`],
            1,
          ),
          'playwright.json': playwrightReport('unexpected', 'skipped', 'expected'),
        },
        code: 1,
      },
      'run check:postgres': { reports: { 'vitest.json': vitestReport(9, Array(17).fill('')) }, code: 1 },
    })
    expect(lines.slice(lines.findIndex((line) => line.endsWith(' 8 browsers: 2 of 2')) + 1)).toEqual([
      '',
      '1 npm test: src/cart.test.ts > a cart > adds up 1',
      '  AssertionError: expected 1 to be 2',
      '  at src/cart.test.ts:7:3',
      '1 npm test: src/tax.test.ts',
      '  Cannot find ./tax.ts',
      '1 npm test: e2e/cart.spec.ts > phone > on a phone > is bought 1',
      '  Test timeout exceeded.',
      '  Error: not seen',
      '  Call log:',
      ...Array(7).fill('    - waiting'),
      '    …',
      ...Array(9).fill('    - waiting'),
      '    - covered by a dialog',
      '  at e2e/cart.spec.ts:5:9',
      '1 npm test: e2e/cart.spec.ts > phone > on a phone > is bought 2',
      '  It was never begun',
      ...Array.from({ length: 16 }, (_, index) => [
        `3 tests on PostgreSQL: src/cart.test.ts > a cart > adds up ${index + 1}`,
        '  It left no message',
      ]).flat(),
      'and 1 more',
      '',
      '2 skipped',
      '34 passed, 21 failed',
    ])
  })

  test('a suite that ran no test, or left half a report, is a failed one', async () => {
    const { lines, code } = await runCi({
      'run check:postgres': { reports: { 'vitest.json': vitestReport(0) } },
      'run chaos': { reports: { 'counts.json': { passed: 8 } } },
    })
    expect(lines.slice(-2)).toEqual(['1 skipped', '18 passed, 2 failed'])
    expect(code).toBe(1)
  })

  test('a run that is stopped tells what it has, counts the rest as failed, and leaves nothing running', async () => {
    const { lines, code } = await runCi({ 'run check:postgres': { reports: {}, hangs: true } }, { stopped: true })
    expect(lines.slice(-2)).toEqual(['1 skipped', '13 passed, 6 failed'])
    expect(lines).toContain('FAILED 3 tests on PostgreSQL: 0 of 1 (vitest did not run, did not end)')
    expect(code).toBe(1)
    const pid = Number(/hanging as (\d+)/.exec(lines.join('\n'))?.[1])
    expect(pid).toBeGreaterThan(1)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
