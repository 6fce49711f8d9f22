/** The id that the packages carry: Windows shows notifications only of a program whose id is that of its shortcut. */
export const APP_ID = 'dev.loadout.desktop'

/** Under this name Windows keeps the start with the system; the uninstaller takes it away (`links.nsh`). */
export const LOGIN_ITEM = 'Loadout'
