import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { partsOfPage } from './kept-parts.server.ts'
import { KeptPart, KeptPartsContext } from './kept-parts.tsx'

let written: string[] = []
function Words({ children }: { children: string }) {
  written.push(children)
  return <b>{children}</b>
}

const list = (names: readonly string[], isKept = true) => (
  <ul>
    {names.map((name) => (
      <KeptPart as="li" key={name} of={() => (isKept ? name : undefined)} className="card">
        <Words>{name}</Words>, <a href="/">there</a>
      </KeptPart>
    ))}
  </ul>
)

/** The page as it is sent, and what React had to write for it. */
function pageOf(names: readonly string[], isKept?: boolean) {
  written = []
  const { parts, finish } = partsOfPage()
  return {
    html: `${finish(renderToString(<KeptPartsContext value={parts}>{list(names, isKept)}</KeptPartsContext>))}`,
    written,
  }
}

const asReactWrites = (names: readonly string[]) => renderToString(list(names))

test('a part is written once, and stands in other pages as React would have written it', () => {
  const names = ['Bowl', 'Jar ₹1,200', 'Plate']
  const [first, all] = [asReactWrites(names.slice(0, 2)), asReactWrites(names)]
  expect(pageOf(names.slice(0, 2))).toEqual({ html: first, written: names.slice(0, 2) })
  expect(pageOf(names)).toEqual({ html: all, written: ['Plate'] })
  expect(pageOf(names)).toEqual({ html: all, written: [] })
})

test('a part that names nothing it is known by is written for each page', () => {
  const html = asReactWrites(['Tray'])
  expect(pageOf(['Tray'], false)).toEqual({ html, written: ['Tray'] })
  expect(pageOf(['Tray'], false)).toEqual({ html, written: ['Tray'] })
})

test('words that look like a mark or a place are words', () => {
  const names = ['<li data-part="1">', ' data-part="0"></li>', 'Cup', '<!--part 0-->']
  const html = asReactWrites(names)
  expect(pageOf(names).html).toBe(html)
  expect(pageOf(names)).toEqual({ html, written: [] })
})
