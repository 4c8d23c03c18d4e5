import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `node scripts/check-features.ts [FOLDER]` finds features in built scripts and style sheets that are newer than the promised browsers
// (docs/browsers.md), and fails with a line each. The list has only what came since the promise, and what the promise rests on.

export const promise = { safari: 17, chrome: 114, firefox: 125 }
type Since = readonly [safari: number, chrome: number, firefox: number]
const NOT_YET = 999

interface Feature {
  name: string
  since: Since
  use: RegExp
  /** What a person sees without it, where the page is whole all the same. Only with this sentence may it be used. */
  without?: string
}

const methods = (names: string) => new RegExp(`\\.(?:${names})\\(`)
const words = (names: string) => new RegExp(`\\b(?:${names})\\b`)
const property = (names: string) => new RegExp(`[{;\\s](?:${names}):`)

const ofScripts: readonly Feature[] = [
  { name: 'Array.toSorted', since: [16, 110, 115], use: methods('toSorted|toSpliced|toReversed') },
  { name: 'popover', since: [17, 114, 125], use: methods('showPopover|hidePopover|togglePopover') },
  { name: 'Object.groupBy', since: [17.4, 117, 119], use: /\b(?:Object|Map)\.groupBy\(/ },
  { name: 'Promise.withResolvers', since: [17.4, 119, 121], use: /\bPromise\.withResolvers\b/ },
  { name: 'Promise.try', since: [18.2, 128, 134], use: /\bPromise\.try\(/ },
  { name: 'Array.fromAsync', since: [16.4, 121, 115], use: /\bArray\.fromAsync\(/ },
  {
    name: 'set operations',
    since: [17, 122, 127],
    use: methods('symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom'),
  },
  {
    name: 'iterator helpers',
    since: [18.4, 122, 131],
    use: /\bIterator\.from\(|\.(?:keys|values|entries)\(\)\.(?:map|filter|take|drop|toArray|some|every|find|reduce)\(/,
  },
  { name: 'RegExp.escape', since: [18.2, 136, 134], use: /\bRegExp\.escape\(/ },
  { name: 'regular expression with flags inside', since: [26, 125, 132], use: /\(\?[ims]+(?:-[ims]+)?:/ },
  {
    name: 'URL.canParse',
    since: [17, 120, 115],
    use: /\bURL\.canParse\(/,
    without: 'the same: zod asks for it and has another way',
  },
  { name: 'URL.parse', since: [18, 126, 126], use: /\bURL\.parse\(/ },
  { name: 'AbortSignal.any', since: [17.4, 116, 124], use: /\bAbortSignal\.any\(/ },
  { name: 'String.isWellFormed', since: [16.4, 111, 119], use: methods('isWellFormed|toWellFormed') },
  { name: 'Uint8Array in base 64', since: [18.2, 140, 133], use: methods('fromBase64|toBase64|fromHex|toHex') },
  { name: 'Intl.DurationFormat', since: [16.4, 129, 136], use: words('DurationFormat') },
  { name: 'Temporal', since: [NOT_YET, 144, 139], use: /\bTemporal\.\w/ },
  { name: 'requestIdleCallback', since: [NOT_YET, 47, 55], use: /\brequestIdleCallback\(/ },
  { name: 'Cookie Store', since: [18.4, 87, 140], use: /\bcookieStore\b/ },
  { name: 'moveBefore', since: [NOT_YET, 133, 144], use: methods('moveBefore') },
  { name: 'closedby', since: [NOT_YET, 134, 141], use: /\bclosedby\b/i },
  { name: 'popover=hint', since: [NOT_YET, 133, NOT_YET], use: /popover:\s*[`"']hint/ },
  {
    name: 'view transitions',
    since: [18, 111, 144],
    use: /\bstartViewTransition\b/,
    without: 'the picture of a pressed card does not move to its page',
  },
  {
    name: 'invoker commands',
    since: [26.2, 135, 144],
    use: /\bcommandfor\b/i,
    without: 'before scripts have run, Menu opens as a popover instead of a dialog',
  },
  {
    name: 'fetchpriority',
    since: [17.2, 102, 132],
    use: /\bfetchPriority\b/,
    without: 'the first picture comes a little later',
  },
]

const ofStyles: readonly Feature[] = [
  {
    name: 'cascade layers (scripts/flatten-layers.ts takes them out)',
    since: [NOT_YET, NOT_YET, NOT_YET],
    use: /@layer/,
  },
  { name: ':popover-open', since: [17, 114, 125], use: /:popover-open/ },
  { name: 'nested rules', since: [17.2, 120, 117], use: /[{;}]\s*&/ },
  { name: '@scope', since: [17.4, 118, 128], use: /@scope\b/ },
  { name: 'light-dark()', since: [17.5, 123, 120], use: /\blight-dark\(/ },
  { name: 'relative colours', since: [16.4, 119, 128], use: /\b(?:rgb|hsl|oklch|lab)\(from / },
  {
    name: 'view-transition-name',
    since: [18, 111, 144],
    use: property('view-transition-name'),
    without: 'as startViewTransition',
  },
  { name: 'field-sizing', since: [26.2, 123, NOT_YET], use: property('field-sizing') },
  { name: 'interpolate-size', since: [NOT_YET, 129, NOT_YET], use: /\b(?:interpolate-size:|calc-size\()/ },
  { name: 'transition-behavior', since: [17.4, 117, 129], use: /\b(?:transition-behavior:|allow-discrete)/ },
  {
    name: 'animation-timeline',
    since: [26, 115, NOT_YET],
    use: property('animation-timeline|scroll-timeline|view-timeline'),
  },
  { name: '::details-content', since: [18.4, 131, 143], use: /::details-content/ },
  { name: 'container style queries', since: [18, 111, NOT_YET], use: /@container[^{]*(?:style|scroll-state)\(/ },
  { name: 'if() and @function', since: [NOT_YET, 137, NOT_YET], use: /:\s*if\(|@function\b/ },
  { name: 'round(), rem() and mod()', since: [15.4, 125, 118], use: /[:,(\s](?:round|rem|mod)\(/ },
  { name: 'abs() and sign()', since: [15.4, 138, 118], use: /[:,(\s](?:abs|sign)\(/ },
  { name: 'text-box', since: [18.2, 133, NOT_YET], use: property('text-box|text-box-trim|text-box-edge') },
  { name: 'mask without a prefix', since: [15.4, 120, 53], use: property('mask|mask-image|mask-size') },
  { name: 'backdrop-filter', since: [18, 76, 103], use: property('backdrop-filter') },
  { name: 'stretch', since: [NOT_YET, 138, NOT_YET], use: /(?:width|height|inline-size|block-size):stretch\b/ },
  {
    name: '@property',
    since: [16.4, 85, 128],
    use: /@property\b/,
    without: 'the same: Tailwind sets the values that it stands for',
  },
  {
    name: '@starting-style',
    since: [17.5, 117, 129],
    use: /@starting-style/,
    without: 'dialogs, menus and messages come without moving',
  },
  {
    name: 'text-wrap: balance',
    since: [17.5, 114, 121],
    use: /text-wrap:balance/,
    without: 'headings break in other places',
  },
  {
    name: 'text-wrap: pretty',
    since: [26, 117, NOT_YET],
    use: /text-wrap:pretty/,
    without: 'a paragraph may end in one word',
  },
  {
    name: 'subgrid',
    since: [16, 117, 71],
    use: /\bsubgrid\b/,
    without: 'names and prices of neighbouring cards may stand at different heights',
  },
  {
    name: 'anchor positioning',
    since: [26, 125, 147],
    use: /\b(?:anchor-name|anchor-scope|position-anchor|position-area)\b|anchor\(/,
    without: 'the account menu opens at the edge of the page, not under its button',
  },
  {
    name: 'scroll-initial-target',
    since: [NOT_YET, 133, NOT_YET],
    use: /scroll-initial-target/,
    without: 'the chosen category may have to be scrolled to until scripts have run',
  },
  { name: ':open', since: [26, 133, 136], use: /:open\b(?!-)/, without: 'the same: it stands in a list beside [open]' },
  { name: 'scripting media', since: [17, 120, 113], use: /\(scripting:/ },
]

/** Asking by `@supports` is no use. */
const asked = /@supports[^{]*/g

/** Newer than promised and without a sentence that allows them, each with the versions that have it. */
export function newerFeatures(file: string, text: string, promised = promise) {
  const isStyle = file.endsWith('.css')
  const used = isStyle ? text.replace(asked, '') : text
  const { safari, chrome, firefox } = promised
  const isNewer = ([s, c, f]: Since) => s > safari || c > chrome || f > firefox
  const version = (since: number) => (since === NOT_YET ? 'in none' : since)
  return (isStyle ? ofStyles : ofScripts)
    .filter(({ since, use, without }) => without === undefined && isNewer(since) && use.test(used))
    .map(
      ({ name, since: [s, c, f] }) =>
        `${file}: ${name} (Safari ${version(s)}, Chrome ${version(c)}, Firefox ${version(f)})`,
    )
}

if (import.meta.main) {
  const folder = process.argv[2] ?? 'build/pages/client/assets'
  const files = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))
  const found = files.flatMap((file) => newerFeatures(file, readFileSync(join(folder, file), 'utf8')))
  const { safari, chrome, firefox } = promise
  for (const line of found) console.error(line)
  console.log(
    `${files.length} files of the pages: ${found.length} uses of what is newer than Safari ${safari}, Chrome ${chrome} and Firefox ${firefox}`,
  )
  if (found.length > 0 || files.length === 0) process.exitCode = 1
}
