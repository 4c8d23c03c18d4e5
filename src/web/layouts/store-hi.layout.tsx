import type { ComponentProps } from 'react'
import type { LinksFunction } from 'react-router'
import { pathIn } from '#shared/languages.ts'
import mukta400 from '../fonts/mukta-hindi-400.woff2?url'
import mukta600 from '../fonts/mukta-hindi-600.woff2?url'
import { ErrorHi } from './error-hi.tsx'
import { frameHi } from './frame.words.hi.ts'
import { FrameWords } from './frame-words.ts'
import StoreLayout, { Store } from './store.layout.tsx'
import '../hindi.css'
import '../said-here.hi.ts'

export const handle = { language: 'hi' }

const font = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const
export const links: LinksFunction = () => [font(mukta400), font(mukta600)]

const words: ComponentProps<typeof FrameWords>['value'] = {
  say: (text) => frameHi[text],
  to: (path) => pathIn('hi', path),
  cart: (items) => `झोला, ${items}`,
  items: (units) => (units === 0 ? 'ख़ाली' : units === 1 ? '1 चीज़' : `${units} चीज़ें`),
  accountOf: (firstName) => `${firstName} के खाते का मेन्यू`,
  founded: (year) => `${year} से`,
  about: 'हाथ से बने, धरती का ख़याल रखने वाले सामान की दुकान।',
}

/** The shop's frame in Hindi, for pages below /hi. */
export default function StoreLayoutHi() {
  return (
    <FrameWords value={words}>
      <StoreLayout />
    </FrameWords>
  )
}

export const ErrorBoundary = () => (
  <FrameWords value={words}>
    <Store>
      <ErrorHi />
    </Store>
  </FrameWords>
)
