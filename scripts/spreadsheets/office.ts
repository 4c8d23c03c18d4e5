import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { MINUTE_MS } from '#shared/time.ts'

const run = promisify(execFile)

/** LibreOffice's numbers for the languages of numbers and days. */
export const locales = { 'en-US': 1033, 'en-IN': 16_393, 'hi-IN': 1081, 'de-DE': 1031 } as const
export type Locale = keyof typeof locales

/** The import dialog: as it stands, with "detect special numbers" (as Excel always does), with "quoted field as text". */
export const settings = {
  'as it stands': 'false,false',
  'special numbers': 'false,true',
  'quoted as text': 'true,false',
} as const
export type Setting = keyof typeof settings

const COMMA_QUOTE_UTF8 = '44,34,76,1,'

export async function hasOffice() {
  return run('soffice', ['--version']).then(
    () => true,
    () => false,
  )
}

/** Opens and saves files in LibreOffice Calc, by name, with a new profile each time. Cells are saved as shown, in the given language. */
export async function throughCalc(
  files: ReadonlyMap<string, Buffer>,
  { to, locale, setting }: { to: 'csv' | 'xlsx'; locale: Locale; setting?: Setting },
) {
  const folder = await mkdtemp(join(tmpdir(), 'haat-calc-'))
  try {
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
    const language = locales[locale]
    const filter = setting && [`--infilter=CSV:${COMMA_QUOTE_UTF8},${language},${settings[setting]}`]
    const target = to === 'csv' ? `csv:Text - txt - csv (StarCalc):${COMMA_QUOTE_UTF8},${language},false,true` : 'xlsx'
    await run(
      'soffice',
      [
        ...['--headless', '--norestore', `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`],
        ...(filter ?? []),
        ...[
          '--convert-to',
          target,
          '--outdir',
          join(folder, 'out'),
          ...[...files.keys()].map((name) => join(folder, name)),
        ],
      ],
      { timeout: 10 * MINUTE_MS },
    )
    const saved = new Map<string, Buffer>()
    for (const name of files.keys())
      saved.set(name, await readFile(join(folder, 'out', name.replace(/\.\w+$/, `.${to}`))))
    return saved
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
