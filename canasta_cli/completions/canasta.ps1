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
            if (-not $exact -and $item.word -match '"|\\$') { continue }
            [System.Management.Automation.CompletionResult]::new(
                $item.text, $item.word, 'ParameterValue', $item.help)
        } else {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($item.word) |
                Where-Object { $item.type -eq 'file' -or $_.ResultType -eq 'ProviderContainer' }
        }
    }
}
