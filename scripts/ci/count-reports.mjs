// `node scripts/ci/count-reports.mjs FOLDER` adds up what the suites of .ci/run reported, names the tests that failed and prints
// `N passed, N failed` last.
// The folder holds one folder a suite, with the file `expected` (the reports it owes, one a line), `code` (its exit code, once it
// has ended) and the reports themselves. Runs before anything is installed: no dependencies, Node 20 or newer.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** So many failed tests are named. */
const MOST_NAMED = 20
const MOST_LINES = 20
const MOST_OF_LINE = 200

const none = { passed: 0, failed: 0, skipped: 0, failures: [] }
const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + (b.skipped ?? 0),
  /** Those of the failed tests that have a name. */
  failures: [...a.failures, ...(b.failures ?? [])],
})

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The first lines and the last: what was tried, and what it ended in. */
const endsOf = (lines) =>
  lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES / 2), '  …', ...lines.slice(-MOST_LINES / 2)] : lines

/** What an error says, without colours. Of the calls that led to it, the first that is the project's own. */
function linesOf(message) {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim())
  const isCall = (line) => /^\s+at /.test(line)
  const call = lines.find((line) => isCall(line) && !line.includes('node_modules'))
  const said = endsOf(lines.filter((line) => !isCall(line)))
  if (said.length === 0) said.push('It left no message')
  return [...said, ...(call ? [call.trim().replace(`${resolve()}/`, '')] : [])].map((line) =>
    line.slice(0, MOST_OF_LINE),
  )
}

/** A failed test: where it stands, and below it its error. */
const nameFailure = (file, titles, message) =>
  [[relative('', file), ...titles].join(' > '), ...linesOf(message).map((line) => `  ${line}`)].join('\n')

/** A file of tests that could not be loaded has no tests: it is one failed one. */
function readVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      if (failed.length === 0) return [nameFailure(name, [], message)]
      return failed.map((result) =>
        nameFailure(name, [...result.ancestorTitles, result.title], result.failureMessages[0]),
      )
    })
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures }
}

/** The tests of a part of the report, each with its title and those of what it stands in. */
const playwrightTests = (suite, titles = []) => [
  ...(suite.specs ?? []).flatMap(({ tests, file, title }) =>
    tests.map((test) => ({ ...test, file, titles: [...titles, title] })),
  ),
  ...(suite.suites ?? []).flatMap((inner) =>
    playwrightTests(inner, inner.title === inner.file ? titles : [...titles, inner.title]),
  ),
]

/** Playwright calls a test that it never came to `skipped`, as one that says itself that it is to be left out. */
function outcomeOf({ status, expectedStatus }) {
  if (status === 'expected' || status === 'flaky') return 'passed'
  return status === 'skipped' && expectedStatus === 'skipped' ? 'skipped' : 'failed'
}

const toldWhere = ({ message, location }) =>
  location ? `${message}\n    at ${location.file}:${location.line}:${location.column}` : message

function readPlaywright({ config, errors, ...report }) {
  const tests = playwrightTests(report)
  const having = (outcome) => tests.filter((test) => outcomeOf(test) === outcome)
  const named = having('failed').map(({ file, titles, projectName, status, results }) => {
    const errors = results.at(-1)?.errors ?? []
    const message = status === 'skipped' ? 'It was never begun' : errors.map(toldWhere).join('\n')
    return nameFailure(join(config.rootDir, file), [projectName, ...titles], message)
  })
  const outside = errors.map(({ message, location }) => nameFailure(location?.file ?? config.rootDir, [], message))
  const failures = [...named, ...outside]
  return { passed: having('passed').length, failed: failures.length, skipped: having('skipped').length, failures }
}

/** What each kind of report says, by the name of its file. */
const kinds = {
  'vitest.json': readVitest,
  'playwright.json': readPlaywright,
  /** Written by our own runners (write-counts.ts). */
  'counts.json': ({ failures, ...counts }) => ({
    ...counts,
    failures: failures.map((failure) => linesOf(failure).join('\n  ')),
  }),
}

/** What one report says, or undefined when there is none that can be read: its suite did not run to its end. */
function countReport(file, kind) {
  try {
    const counts = add(none, kinds[kind](JSON.parse(read(file) ?? '')))
    return [counts.passed, counts.failed, counts.skipped].every(Number.isInteger) ? counts : undefined
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
  const named = suites.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`))
  const more = named.length > MOST_NAMED ? [`and ${named.length - MOST_NAMED} more`] : []
  if (named.length > 0) console.log(['', ...named.slice(0, MOST_NAMED), ...more, ''].join('\n'))
  if (skipped > 0) console.log(`${skipped} skipped`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])
