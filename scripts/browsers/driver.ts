export interface Size {
  width: number
  height: number
}

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } satisfies Record<
  string,
  Size
>

export interface Point {
  x: number
  y: number
}

export type Key = 'Enter' | 'Escape' | 'Tab'

/** One window of one browser, as far as the journeys need it. Pages are ready once their HTML has come, without scripts or pictures. */
export interface Driver {
  goTo(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Runs an expression in the page; its value must fit into JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the mouse's first button at CSS pixels from the window's upper left corner. */
  pressAt(point: Point): Promise<void>
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Chooses files in the file field that the expression gives. */
  attach(expression: string, files: readonly string[]): Promise<void>
  resize(size: Size): Promise<void>
  photograph(): Promise<Buffer>
  /** The page on A4 as printed; not every engine can do this. */
  print?: () => Promise<Uint8Array>
  forget(): Promise<void>
  close(): Promise<void>
}

export interface Wishes {
  size: Size
  /** The least size of type, in CSS pixels, as a person can set it. */
  leastType?: number
  /** The size of type that pages have unless they say otherwise. */
  type?: number
  /** Cookies and storage are refused, as a person can choose in the settings. */
  refusesStorage?: boolean
  /** Colours are the system's, not the page's. */
  ownColours?: boolean
}

export interface Engine {
  name: string
  /** A sentence about what this machine lacks to start it, or nothing. */
  missing: () => Promise<string | undefined>
  /** The wishes that it can fulfil. */
  takes: readonly (keyof Wishes)[]
  open: (wishes: Wishes) => Promise<Driver>
}
