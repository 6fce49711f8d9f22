/* The tasklist of wine 8 prints nothing. This one prints the processes like `tasklist /fo csv /nh` on Windows. */
#include <windows.h>
#include <tlhelp32.h>
#include <stdio.h>

int main(void) {
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32 process = {.dwSize = sizeof process};
  if (all == INVALID_HANDLE_VALUE) return 1;
  for (BOOL more = Process32First(all, &process); more; more = Process32Next(all, &process))
    printf("\"%s\",\"%lu\",\"Console\",\"1\",\"0 K\"\n", process.szExeFile, process.th32ProcessID);
  return 0;
}
