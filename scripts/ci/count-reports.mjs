// `node scripts/ci/count-reports.mjs FOLDER` adds up what the suites of .ci/run reported and prints `N passed, N failed` last.
// The folder holds one folder a suite, with the file `expected` (the reports it owes, one a line), `code` (its exit code, once it
// has ended) and the reports themselves. Runs before anything is installed: no dependencies, Node 20 or newer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const none = { passed: 0, failed: 0, skipped: 0 }
const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + (b.skipped ?? 0),
})

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A file of tests that could not be loaded has no tests: it is one failed one. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  }
}

const playwrightTests = (suite) => [
  ...(suite.specs ?? []).flatMap((spec) => spec.tests),
  ...(suite.suites ?? []).flatMap(playwrightTests),
]

/** Playwright calls a test that it never came to `skipped`, as one that says itself that it is to be left out. */
function countPlaywrightTest({ status, expectedStatus }) {
  if (status === 'expected' || status === 'flaky') return { ...none, passed: 1 }
  return status === 'skipped' && expectedStatus === 'skipped' ? { ...none, skipped: 1 } : { ...none, failed: 1 }
}

const countPlaywright = (report) =>
  [...playwrightTests(report).map(countPlaywrightTest), { ...none, failed: report.errors.length }].reduce(add, none)

/** What each kind of report says, by the name of its file. */
const kinds = {
  'vitest.json': countVitest,
  'playwright.json': countPlaywright,
  /** Written by our own runners (write-counts.ts). */
  'counts.json': (counts) => counts,
}

/** The counts of one report, or undefined when there is none that can be read: its suite did not run to its end. */
function countReport(file, kind) {
  try {
    const counts = add(none, kinds[kind](JSON.parse(read(file) ?? '')))
    return Object.values(counts).every(Number.isInteger) ? counts : undefined
  } catch {
    return undefined
  }
}

/** Counts one suite. A report that is missing or empty counts as a failed test, and so does an exit code that no test explains. */
export function countSuite(folder) {
  const code = read(join(folder, 'code'))?.trim()
  const notes = []
  const counts = (read(join(folder, 'expected')) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((kind) => {
      const found = countReport(join(folder, kind), kind)
      if (found && found.passed + found.failed > 0) return found
      notes.push(`${kind.replace('.json', '')} ${found ? 'had no test' : 'did not run'}`)
      return { ...none, failed: 1 }
    })
    .reduce(add, none)
  if (code === '0') return { ...counts, notes }
  notes.push(code === undefined ? 'did not end' : `ended with code ${code}`)
  return { ...counts, failed: Math.max(1, counts.failed), notes }
}

function main(folder) {
  const suites = readdirSync(folder)
    .sort()
    .map((name) => ({ name, ...countSuite(join(folder, name)) }))
  for (const { name, passed, failed, notes } of suites) {
    const remarks = notes.length > 0 ? ` (${notes.join(', ')})` : ''
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} of ${passed + failed}${remarks}`)
  }
  const { passed, failed, skipped } = suites.reduce(add, none)
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])
