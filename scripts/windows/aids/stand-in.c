/*
 * Stands in for the game. Writes its command line, arguments, folder, environment and process id to NAME.seen.json next to itself, and
 * exits. If there is a file NAME.stays, it runs until it is ended.
 */
#define UNICODE
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>

static FILE *out;

static void text(const WCHAR *wide, int length) {
  static char utf8[1 << 18];
  int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, length, utf8, sizeof utf8, NULL, NULL);
  if (length == -1) bytes--;
  fputc('"', out);
  for (int at = 0; at < bytes; at++)
    if (utf8[at] == '"' || utf8[at] == '\\') fprintf(out, "\\%c", utf8[at]);
    else if ((unsigned char)utf8[at] < 32) fprintf(out, "\\u%04x", utf8[at]);
    else fputc(utf8[at], out);
  fputc('"', out);
}

int main(void) {
  static WCHAR self[32768], folder[32768], note[32768], part[32768], stays[32768];
  int count = 0;
  WCHAR **words = CommandLineToArgvW(GetCommandLineW(), &count);
  GetModuleFileNameW(NULL, self, 32768);
  GetCurrentDirectoryW(32768, folder);
  wcscat(wcscpy(note, self), L".seen.json");
  wcscat(wcscpy(part, note), L".part");
  wcscat(wcscpy(stays, self), L".stays");
  out = _wfopen(part, L"wb");
  if (!out) return 1;
  fprintf(out, "{\"pid\":%lu,\"line\":", GetCurrentProcessId());
  text(GetCommandLineW(), -1);
  fprintf(out, ",\"cwd\":");
  text(folder, -1);
  fprintf(out, ",\"args\":[");
  for (int at = 1; at < count; at++) {
    if (at > 1) fputc(',', out);
    text(words[at], -1);
  }
  fprintf(out, "],\"env\":{");
  const char *between = "";
  for (WCHAR *one = GetEnvironmentStringsW(); *one; one += wcslen(one) + 1) {
    WCHAR *equals = wcschr(one + 1, L'=');
    if (!equals) continue;
    fputs(between, out);
    text(one, (int)(equals - one));
    fputc(':', out);
    text(equals + 1, -1);
    between = ",";
  }
  fprintf(out, "}}");
  fclose(out);
  MoveFileW(part, note);
  if (GetFileAttributesW(stays) != INVALID_FILE_ATTRIBUTES) Sleep(INFINITE);
  return 0;
}
