import { type TouchEvent, useRef } from 'react'

const SWIPE_PX = 40

/** 1 asks for the next picture, -1 for the one before. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      // Two fingers enlarge the page, and one moves about in an enlarged page: both are the browser's.
      const isEnlarged = (window.visualViewport?.scale ?? 1) > 1.01
      start.current = touch && touches.length === 1 && !isEnlarged ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!touch || !from) return
      const x = touch.clientX - from.x
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(touch.clientY - from.y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
