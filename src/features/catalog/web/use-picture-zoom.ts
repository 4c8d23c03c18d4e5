import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Factor of one step of wheel or key. */
const STEP = 1.5
/** How far a wheel turns for one step. */
const WHEEL_PX = 100
const TAPS_MS = 500
const TAPS_PX = 30
/** How far an arrow key moves an enlarged picture, in CSS pixels. */
const MOVE_PX = 80

interface Size {
  width: number
  height: number
}
interface Point {
  x: number
  y: number
}

/** The largest zoom: one CSS pixel for each stored one. 1 shows the whole picture. */
export function largestZoom(stage: Size, stored: Size) {
  const fitted = Math.min(stage.width / stored.width, stage.height / stored.height, 1)
  return fitted > 0 ? 1 / fitted : 1
}

const distance = ([one, other]: readonly Touch[]) =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
const between = ([one, other]: readonly Touch[]): Point =>
  one && other ? { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 } : { x: 0, y: 0 }

/** Enlarges a picture in its scrolling stage; the point under the finger stays. `size`: the box it fills, undefined while whole. */
export function usePictureZoom(stored: Size) {
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState(1)
  // Another picture has its own stage and starts whole.
  const ref = useCallback((element: HTMLDivElement | null) => {
    setStage(element)
    setZoom(1)
  }, [])
  /** The point that stays: in the picture from 0 to 1, and in the window. */
  const kept = useRef<{ part: Point; at: Point }>(undefined)
  const fitted = stage ? Math.min(stage.clientWidth / stored.width, stage.clientHeight / stored.height, 1) : 1
  const most = stage ? largestZoom({ width: stage.clientWidth, height: stage.clientHeight }, stored) : 1
  const size = zoom > 1 ? { width: stored.width * fitted * zoom, height: stored.height * fitted * zoom } : undefined

  function zoomTo(wanted: number, at?: Point) {
    if (!stage) return
    const next = Math.min(Math.max(wanted, 1), most)
    const frame = stage.getBoundingClientRect()
    const point = at ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 }
    const picture = stage.querySelector('[data-picture]')?.getBoundingClientRect() ?? frame
    const drawn = zoom > 1 ? picture : middleOf(frame, stored, fitted)
    kept.current = {
      part: { x: (point.x - drawn.left) / drawn.width, y: (point.y - drawn.top) / drawn.height },
      at: { x: point.x - frame.left, y: point.y - frame.top },
    }
    setZoom(next)
  }
  const toggle = (at?: Point) => zoomTo(zoom > 1 ? 1 : most, at)

  // Only the new size tells how far to scroll.
  useLayoutEffect(() => {
    const point = kept.current
    kept.current = undefined
    if (!stage || !point || zoom === 1) return
    stage.scrollTo(stage.scrollWidth * point.part.x - point.at.x, stage.scrollHeight * point.part.y - point.at.y)
  }, [zoom, stage])

  const latest = useRef({ zoom, zoomTo, toggle })
  latest.current = { zoom, zoomTo, toggle }
  // React's listeners come too late to stop the browser's own gesture.
  useEffect(() => {
    if (!stage) return
    let pinch: { distance: number; zoom: number } | undefined
    let tap: { at: number; x: number; y: number } | undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { zoom: now, zoomTo: go } = latest.current
      go(now * STEP ** (-event.deltaY / WHEEL_PX), { x: event.clientX, y: event.clientY })
    }
    const onStart = (event: TouchEvent) => {
      pinch =
        event.touches.length === 2 ? { distance: distance([...event.touches]), zoom: latest.current.zoom } : undefined
    }
    const onMove = (event: TouchEvent) => {
      if (!pinch || event.touches.length !== 2) return
      event.preventDefault()
      const touches = [...event.touches]
      latest.current.zoomTo((pinch.zoom * distance(touches)) / pinch.distance, between(touches))
    }
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches
      const wasPinch = pinch !== undefined
      pinch = undefined
      if (!touch || wasPinch || event.touches.length > 0) return
      const here = { at: event.timeStamp, x: touch.clientX, y: touch.clientY }
      const isSecond = tap && here.at - tap.at < TAPS_MS && Math.hypot(here.x - tap.x, here.y - tap.y) < TAPS_PX
      tap = isSecond ? undefined : here
      if (!isSecond) return
      event.preventDefault()
      latest.current.toggle(here)
    }
    const onDoubleClick = (event: MouseEvent) => latest.current.toggle({ x: event.clientX, y: event.clientY })
    const onResize = () => latest.current.zoomTo(1)
    stage.addEventListener('wheel', onWheel, { passive: false })
    stage.addEventListener('touchstart', onStart, { passive: true })
    stage.addEventListener('touchmove', onMove, { passive: false })
    stage.addEventListener('touchend', onEnd, { passive: false })
    stage.addEventListener('dblclick', onDoubleClick)
    window.addEventListener('resize', onResize)
    return () => {
      stage.removeEventListener('wheel', onWheel)
      stage.removeEventListener('touchstart', onStart)
      stage.removeEventListener('touchmove', onMove)
      stage.removeEventListener('touchend', onEnd)
      stage.removeEventListener('dblclick', onDoubleClick)
      window.removeEventListener('resize', onResize)
    }
  }, [stage])

  /** True if the key was for the zoom: +, -, 0 for the whole, arrows to move. */
  function onKey({ key }: KeyboardEvent): boolean {
    if (key === '+' || key === '=') zoomTo(zoom * STEP)
    else if (key === '-') zoomTo(zoom / STEP)
    else if (key === '0') zoomTo(1)
    else if (zoom > 1 && key.startsWith('Arrow')) {
      const by = key === 'ArrowLeft' || key === 'ArrowUp' ? -MOVE_PX : MOVE_PX
      if (key === 'ArrowLeft' || key === 'ArrowRight') stage?.scrollBy(by, 0)
      else stage?.scrollBy(0, by)
    } else return false
    return true
  }

  return {
    ref,
    size,
    isWhole: zoom === 1,
    canGrow: zoom < most,
    onKey,
    grow: () => zoomTo(zoom * STEP),
    shrink: () => zoomTo(zoom / STEP),
  }
}

/** Where a whole picture is drawn, in the middle of its frame. */
function middleOf(frame: DOMRect, stored: Size, fitted: number) {
  const width = stored.width * fitted
  const height = stored.height * fitted
  return { left: frame.left + (frame.width - width) / 2, top: frame.top + (frame.height - height) / 2, width, height }
}
