import type { ComponentType } from 'react'
import { useMatches } from 'react-router'

export interface SwitchPlace {
  place: 'strip' | 'menu' | 'footer'
}

/** The link to the same page in the other language: a page that has one brings it as `handle.Switch`. */
export function useLanguageSwitch() {
  const handle = useMatches().at(-1)?.handle
  return isWithSwitch(handle) ? handle.Switch : undefined
}

const isWithSwitch = (handle: unknown): handle is { Switch: ComponentType<SwitchPlace> } =>
  typeof handle === 'object' && handle !== null && 'Switch' in handle
