import type { Changes } from './door.ts'

/** An older browser is today's Chromium without some features of pages, HTML and CSS. */
export interface MissingFeature {
  name: string
  changes: Changes
  /** Without the feature the scripts do not start: the shop works as without JavaScript. */
  stopsScripts: boolean
}

const without =
  (...names: string[]) =>
  (source: string) =>
    names.reduce((text, name) => text.replaceAll(name, `unknown-${name.replace(/^[ :]+/, '')}`), source)

function takePopover() {
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name)
  for (const name of ['popoverTargetElement', 'popoverTargetAction']) {
    Reflect.deleteProperty(HTMLButtonElement.prototype, name)
    Reflect.deleteProperty(HTMLInputElement.prototype, name)
  }
  for (const name of ['matches', 'closest', 'querySelector', 'querySelectorAll']) {
    for (const { prototype } of [Element, Document]) {
      const own: unknown = Reflect.get(prototype, name)
      if (typeof own !== 'function') continue
      Reflect.set(prototype, name, function (this: unknown, selector: string) {
        if (selector.includes(':popover-open'))
          throw new DOMException(`'${selector}' is not a valid selector`, 'SyntaxError')
        return Reflect.apply(own, this, [selector])
      })
    }
  }
}

function takeInvokers() {
  for (const name of ['command', 'commandForElement']) Reflect.deleteProperty(HTMLButtonElement.prototype, name)
}

function takeArrayCopies() {
  for (const name of ['toSorted', 'toSpliced', 'toReversed', 'with']) Reflect.deleteProperty(Array.prototype, name)
}

function takeAnchors() {
  const { supports } = CSS
  CSS.supports = (...asked: [string, string?]) => !/anchor/.test(asked.join(' ')) && Reflect.apply(supports, CSS, asked)
}

function takePaintEntries() {
  const { observe } = PerformanceObserver.prototype
  PerformanceObserver.prototype.observe = function (options) {
    if (options?.type !== 'paint') observe.call(this, options)
  }
}

function takeObservers() {
  Reflect.deleteProperty(window, 'PerformanceObserver')
}

const call = (act: () => void) => `(${act})()`

export const missingFeatures: readonly MissingFeature[] = [
  {
    name: 'popover',
    stopsScripts: true,
    changes: {
      script: call(takePopover),
      html: without(' popover=', ' popoverTarget=', ' popovertarget='),
      css: without(':popover-open'),
    },
  },
  { name: 'toSorted', stopsScripts: true, changes: { script: call(takeArrayCopies) } },
  {
    name: 'commandfor',
    stopsScripts: false,
    changes: { script: call(takeInvokers), html: without(' commandfor=', ' command=') },
  },
  {
    name: 'anchor positioning',
    stopsScripts: false,
    changes: {
      script: call(takeAnchors),
      css: without('anchor-name', 'anchor-scope', 'position-anchor', 'position-area', 'position-try'),
    },
  },
  { name: 'paint entries', stopsScripts: false, changes: { script: call(takePaintEntries) } },
  { name: 'PerformanceObserver', stopsScripts: false, changes: { script: call(takeObservers) } },
]
