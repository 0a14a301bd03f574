"""Completion in PowerShell, which replaces the whole word, including its quotes."""

import json
import re

from canasta_cli.cli.shells.completion import PLAIN, Completion, asked

# Words and replies are JSON in ASCII, so that no code page of the console can change a name. Versions
# before 7.3 change a double quote, or a backslash at the end, when they pass it to a program: there
# such names are not offered.
SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName canasta -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @()
    $current = ''
    foreach ($element in $commandAst.CommandElements) {
        $text = $element.Extent.Text
        if ($element.PSObject.Properties['Value'] -and $element.Value -is [string]) {
            $text = $element.Value
        }
        if ($element.Extent.EndOffset -lt $cursorPosition) {
            $words += [string]$text
        } elseif ($element.Extent.StartOffset -lt $cursorPosition) {
            $current = [string]$text
        }
    }

    $previous = $env:_CANASTA_COMPLETE
    $previousLine = $env:COMP_LINE
    try {
        $env:_CANASTA_COMPLETE = 'powershell_complete'
        $env:COMP_LINE = ConvertTo-Json -Compress -InputObject @($words + $current)
        $response = $null | & canasta 2>$null
    } finally {
        $env:_CANASTA_COMPLETE = $previous
        $env:COMP_LINE = $previousLine
    }
    if (-not $response) { return }

    $passing = Get-Variable -Name PSNativeCommandArgumentPassing -ValueOnly -ErrorAction Ignore
    $exact = "$passing" -in 'Windows', 'Standard'
    foreach ($item in (ConvertFrom-Json -InputObject ($response -join ''))) {
        if ($item.type -eq 'plain') {
            if (-not $exact -and $item.word -match '"|\\\\$') { continue }
            [System.Management.Automation.CompletionResult]::new(
                $item.text, $item.word, 'ParameterValue', $item.help)
        } else {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($item.word) |
                Where-Object { $item.type -eq 'file' -or $_.ResultType -eq 'ProviderContainer' }
        }
    }
}
"""

# Words that need no quotes; a hyphen at the beginning splits a word at its first dot or colon.
BARE = re.compile(r"[A-Za-z0-9][\w./=-]*|--?[A-Za-z0-9][\w=-]*", re.ASCII)
OPEN = re.compile(r"[A-Za-z0-9][\w /-]*=", re.ASCII)
# PowerShell treats typographic quotes like plain ones.
SINGLE = re.compile("['‘’‚‛]")


def _quoted(word: str) -> str:
    if BARE.fullmatch(word):
        return word
    if OPEN.fullmatch(word):  # cards will follow, and nothing can follow a closing quote
        return word.replace(" ", "` ")
    return "'" + SINGLE.sub(lambda found: found[0] * 2, word) + "'"


class PowerShellCompletion(Completion):
    """Completion in Windows PowerShell 5.1 and PowerShell 7."""

    name = "powershell"
    file = "canasta.ps1"
    script = SCRIPT
    ascii_reply = True

    def complete(self) -> str:
        """Return the items as JSON: kind, word, quoted word, description."""
        words = json.loads(asked("COMP_LINE") or "[]")
        items = self.get_completions(words[1:-1], words[-1]) if words else []
        return json.dumps(
            [
                {
                    "type": item.type,
                    "word": item.value,
                    "text": _quoted(item.value) if item.type == PLAIN else "",
                    "help": item.help or item.value,
                }
                for item in items
            ]
        )
