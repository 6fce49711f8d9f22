/** Quotes one argument of an `Exec` line as the desktop entry specification wants it. */
export const quoted = (word: string) =>
  `"${word.replace(/[\\"`$]/g, (sign) => `\\\\${sign === '\\' ? '\\\\' : sign}`).replaceAll('%', '%%')}"`

/** An autostart entry for Linux desktops. `command` is the program and its arguments. */
export const desktopEntry = (command: readonly string[]): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Loadout', `Exec=${command.map(quoted).join(' ')}`, 'Terminal=false', '']
    .join('\n')
    .concat('X-GNOME-Autostart-enabled=true\n')
