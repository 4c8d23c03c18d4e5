import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

describe('the standard output', () => {
  const [logModule, outputModule] = ['./log.ts', './log-output.ts'].map((file) => new URL(file, import.meta.url).href)
  /** A process that logs 1,000 lines and then ends as told. */
  async function logAndThen(end: string, stdout: 'pipe' | number = 'pipe') {
    const program = `
      import { createLog } from '${logModule}'
      import { standardOutput } from '${outputModule}'
      const log = createLog('info', standardOutput())
      for (let number = 1; number <= 1000; number++) log.info({ number }, 'line')
      ${end}`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', stdout, 'ignore'],
    })
    const written = child.stdout ? text(child.stdout) : Promise.resolve('')
    const [code] = await once(child, 'close')
    return { code, lines: (await written).split('\n').filter(Boolean) }
  }

  it.each([
    ['exits', 'process.exit(0)'],
    ['crashes', 'throw new Error("a crash")'],
    ['has nothing more to do', ''],
  ])('has every line when the process %s', async (_, end) => {
    const { lines } = await logAndThen(end)
    // A piece that is being written when the process ends may come after the rest.
    const numbers = lines.map((line) => JSON.parse(line).number).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  })

  it.runIf(existsSync('/dev/full'))('that is full stops nothing', async () => {
    const full = openSync('/dev/full', 'w')
    const { code } = await logAndThen('setTimeout(() => process.exit(7), 100)', full)
    closeSync(full)
    expect(code).toBe(7)
  })
})
