# bash completion of csmacd: source <(csmacd completion bash)
_csmacd() {
	local cur=${COMP_WORDS[COMP_CWORD]} word files=
	COMPREPLY=()
	[[ $cur != = && ${COMP_WORDS[COMP_CWORD-1]} != = ]] || return 0 # --json=FILE
	for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do
		[[ $word != -- ]] || return 0 # the shell's own completion
	done
	while IFS= read -r word; do
		if [[ $word == '<files>' ]]; then
			files=yes
		elif [[ $word == "$cur"* && ($cur == -* || $word != -*) ]]; then
			COMPREPLY+=("$word")
		fi
	done < <("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
	if [[ ! $files ]]; then
		compopt +o bashdefault +o default 2>/dev/null
	elif [[ ${COMPREPLY[*]} && $cur != -* ]]; then # beside the words; without words the shell finds the files
		compopt -o filenames 2>/dev/null
		mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
	fi
	return 0
}
complete -o bashdefault -o default -F _csmacd csmacd
