/** Moves the focus to a place that is no control. */
export function startAt(place: Element | null, options?: FocusOptions) {
  if (!(place instanceof HTMLElement)) return
  place.tabIndex = -1
  place.focus(options)
}

/** The page's heading, or what it marks as `data-arrival`. */
export const startAtHeading = () =>
  startAt(document.querySelector('main [data-arrival]') ?? document.querySelector('main h1'), { preventScroll: true })
