# bash completion of csmacd: source <(csmacd completion bash)
_csmacd() {
	local cur=${COMP_WORDS[COMP_CWORD]} words
	words=$("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
	if [[ $COMP_CWORD -gt 1 && $cur != -* && $words == *--* ]]; then
		COMPREPLY=() # a file: the shell's own completion
	else
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
	fi
}
complete -o bashdefault -o default -F _csmacd csmacd
