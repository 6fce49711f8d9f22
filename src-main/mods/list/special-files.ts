/**
 * Files that a file manager acts on when it only shows the folder: they name another place, whose server gets the player's password
 * digest, or a program. No mod has them.
 */
const SHELL_FILE =
  /(?:^|\/)(?:desktop\.ini|autorun\.inf|[^/]+\.(?:lnk|url|scf|library-ms|searchconnector-ms|search-ms|website|appref-ms|desktop|directory))$/i

/** True for a file that a list may not bring, whatever its content. */
export const isShellFile = (path: string): boolean => SHELL_FILE.test(path)

const PROGRAM =
  /\.(?:exe|dll|com|scr|cpl|sys|ocx|asi|msi|msp|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|hta|reg|pif|jar|so|dylib|sh|py|appimage)$/i

/** True for a file that may run as a program, or within one: the player is told of it before it is fetched. */
export const isProgram = (path: string): boolean => PROGRAM.test(path) || /\.so\.[\d.]+$/i.test(path)
