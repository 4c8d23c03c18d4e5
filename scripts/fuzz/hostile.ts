import fc from 'fast-check'

/** Would run if a page did not escape it; checks.ts searches pages for it. */
export const PWNED = 'haatPwned'
/** Would add a header if a line break got through. */
export const INJECTED_HEADER = 'x-haat-injected'

const words: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e\u2028\u2029\ufeff',
  'ﷺ'.repeat(60),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
  '😀'.repeat(101),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '-1',
  'true',
  'list',
  'categories',
  'seller',
  'export.csv',
  '.',
  '..',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%00',
  '%2e%2e%2f',
  '%',
  "'",
  "' or 1=1--",
  '"; drop table products; --',
  '\\',
  '%%__%%',
  '$1 :name ? @p',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  `<script>${PWNED}()</script>`,
  `"><img src=x onerror=${PWNED}()>`,
  `</script><script>${PWNED}()</script>`,
  `javascript:${PWNED}()`,
  `'-${PWNED}()-'`,
  '=1+1|cmd',
  '@sum(1)',
  `a\r\n${INJECTED_HEADER}: 1`,
  `a\n${INJECTED_HEADER}: 1\n\n`,
  'a@b.co\nbcc: c@d.co',
  'https://evil.example/x.png',
  '//evil.example',
  '/\\evil.example',
  'http://127.0.0.1:1/',
  '/media/../haat.sqlite',
  '2026-02-30T25:61:61Z',
  'x'.repeat(255),
  'x'.repeat(5_001),
]

/** Texts that careless code handles wrongly. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((codes) => String.fromCharCode(...codes)),
  },
)

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.1,
    1.005,
    1e-9,
    1e21,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 63,
    100_00_000.01,
  ),
  fc.double({ noNaN: true }),
)

/** An object with a field that means something to JavaScript. JSON.parse makes such fields, a literal does not. */
const prototypes = fc
  .constantFrom(
    '{"__proto__": {"isAdmin": true}}',
    '{"constructor": {"prototype": {"isAdmin": true}}}',
    '{"then": 1, "toJSON": 1}',
  )
  .map((json): unknown => JSON.parse(json))

const nested = (open: unknown) => (depth: number) => {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at++) value = open === 'list' ? [value] : { a: value }
  return value
}

/** Any JSON value, the worse the better. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: null }) },
  { weight: 1, arbitrary: prototypes },
  { weight: 1, arbitrary: fc.nat({ max: 40 }).map(nested('list')) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }).map(nested('object')) },
  { weight: 1, arbitrary: fc.array(hostileText, { minLength: 1, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
