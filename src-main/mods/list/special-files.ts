/**
 * Files that a file manager acts on when it only shows the folder: they name another place, whose server gets the player's password
 * digest, or a program. No mod has them.
 */
const SHELL_FILE =
  /(?:^|\/)(?:desktop\.ini|autorun\.inf|[^/]*\.(?:lnk|url|scf|library-ms|searchconnector-ms|search-ms|website|appref-ms|desktop|directory|theme|themepack|deskthemepack))$/i

/**
 * Folders that are more than folders: those that begin with a dot, whose files tools run (`.git`), programs of macOS, which a file
 * manager starts instead of opening them, and names that Windows takes for a part of itself.
 */
const SHELL_FOLDER =
  /(?:^|\/)(?:\.[^/]*|[^/]*\.(?:app|bundle|framework|plugin|kext|prefpane|saver|workflow|action|wdgt|pkg|mpkg|scptd|xpc|appex|qlgenerator|mdimporter|\{[^/]*\}))\//i

/** True for a file that a list may not bring, whatever its content. */
export const isShellFile = (path: string): boolean => SHELL_FILE.test(path) || SHELL_FOLDER.test(path)

const PROGRAM =
  /\.(?:exe|dll|com|scr|cpl|sys|drv|ocx|ax|asi|efi|msi|msp|mst|msu|msix|msixbundle|appx|appxbundle|appinstaller|application|bat|cmd|ps1|psm1|psd1|ps1xml|vb|vbs|vbe|js|jse|wsf|wsh|wsc|sct|hta|chm|hlp|msc|inf|reg|pif|gadget|settingcontent-ms|diagcab|diagpkg|xll|wll|jar|so|dylib|node|sh|bash|command|tool|terminal|scpt|py|pyw|pyc|rb|pl|run|appimage|flatpakref|snap|deb|rpm|pkg|dmg|iso|img|vhdx?)$/i

/** True for a file that may run as a program, or within one: the player is told of it before it is fetched. */
export const isProgram = (path: string): boolean => PROGRAM.test(path) || /\.so\.[\d.]+$/i.test(path)
