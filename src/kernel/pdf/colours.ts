// Colours of paper: the shop's tokens (src/web/app.css).
export const ink = '#16151b'
export const inkSoft = '#494751'
export const inkMute = '#66636e'
export const line = '#dcdad2'
export const kora = '#f4f4f0'
export const madder = '#a11b2e'
export const neel = '#233180'
