import { useState } from 'react'

/** What a field shows: what was typed or ticked, until the value that it follows changes. */
export function useFollowing<Value>(value: Value) {
  const [state, setState] = useState({ followed: value, current: value })
  if (state.followed !== value) setState({ followed: value, current: value })
  return [state.current, (current: Value) => setState({ followed: value, current })] as const
}
